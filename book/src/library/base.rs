use taufit::base::{Base, BaseSettings};
use taufit::params::{Layout, LayoutSettings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let robot = taufit_io::read_robot("ur5")?.robot;
    let layout = Layout::new(&robot, &LayoutSettings::default());
    let base = Base::new(&robot, &layout, &BaseSettings::default())?;
    println!("{} of {} parameters", base.rank(), layout.n_params());
    Ok(())
}
